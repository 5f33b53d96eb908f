# Sourced by what installs packages: tells a registry that cannot be reached, which is nobody's fault and makes what needs
# the package skip, from a package that is not what it should be.
# shellcheck shell=bash disable=SC2034
unreachable=75 # the exit status that says so

# What npm, pip, cargo and go say when the fault is the network's and not the package's.
network_words='E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|HOSTUNREACH)|ERR_SOCKET_TIMEOUT'
network_words+='|network|Connection(Error|Reset| refused|Pool| aborted| broken)|[Tt]imed? ?out|name resolution'
network_words+='|(E|HTTP error )(429|50[0234])|SSLError|ProxyError|SELF_SIGNED_CERT|UNABLE_TO_\w+_CERT'
network_words+="|[Cc]ould(n't| not) (resolve host|connect)|dial tcp|no such host|(429|50[0234]) (Too Many|Bad Gateway|Service Un|Gateway)"

# blames_network LOG: whether a client that failed says in this file that it could not reach its registry.
blames_network() { grep -qE "$network_words" "$1"; }
