// Takes the network away from this process and all that it starts, once and for all.
#pragma once

namespace ggufproof {

/// Moves the process into a name space without any interface, as root or as a user who may have name spaces
/// of his own. To be called before any thread is started. False where the system does not allow it: the
/// network stays.
bool leave_network();

}  // namespace ggufproof
