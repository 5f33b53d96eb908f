# The names that llama.cpp's sources use and what the table calls them: architectures, keys, tensors, the
# fields of llama_hparams. A field is called as the key it is read from; those that shapes are made of have
# the short symbols that spec/architectures/base.arch explains.
import re

# field of llama_hparams -> symbol, where the key's name would be too long or several keys fill the field
SYMBOLS = {
    "n_embd": "E", "n_layer_all": "L_all", "n_layer_nextn": "nextn_predict_layers", "n_ctx_train": "C",
    "n_expert": "X", "n_expert_used_arr": "Xu", "n_ff_arr": "F", "n_ff_exp_arr": "Fe", "n_ff_shexp": "Fs",
    "n_head_arr": "H", "n_head_kv_arr": "K", "n_embd_head_k_full": "dk_full", "n_embd_head_v_full": "dv_full",
    "n_embd_head_k_swa": "dk_swa", "n_embd_head_v_swa": "dv_swa", "n_rot_full": "R_full", "n_rot_swa": "R_swa",
    "n_embd_out_impl": "embedding_length_out", "n_embd_inp_impl": "embedding_length_in",
    "n_embd_inp_enc_impl": "embedding_length_enc", "n_cls_out": "n_labels", "is_swa_impl": "is_swa",
    "posnet.n_embd": "posnet.embedding_length", "posnet.n_layer": "posnet.block_count",
    "convnext.n_embd": "convnext.embedding_length", "convnext.n_layer": "convnext.block_count",
    "is_recr_impl": "is_recurrent", "is_indexer_full_impl": "is_indexer_full", "is_ple_impl": "is_ple",
}
# method of llama_hparams -> the value's symbol; those of the second kind take the block's index
SCALARS = {
    "n_layer": "L", "n_embd_out": "E_out", "n_embd_inp": "E_in", "n_embd_inp_enc": "E_enc", "is_mla": "is_mla",
    "n_embd_head_k_mla": "dk_mla", "n_embd_head_v_mla": "dv_mla",
}
PER_BLOCK = {
    "n_head": ["H"], "n_head_kv": ["K"], "n_ff": ["F"], "n_ff_exp": ["Fe"], "n_expert_used": ["Xu"], "n_rot": ["R"],
    "n_embd_head_k": ["dk"], "n_embd_head_v": ["dv"], "n_embd_k_gqa": ["K", "dk"], "n_embd_v_gqa": ["K", "dv"],
    "is_swa": ["is_swa"], "is_recr": ["is_recurrent"], "is_indexer_full": ["is_indexer_full"], "is_ple": ["is_ple"],
    "has_kv": ["has_kv"],
}
# the locals of LLAMA_LOAD_LOCALS (llama-model.h), as methods or fields of llama_hparams
LOAD_LOCALS = {
    "n_layer": "L", "n_layer_all": "L_all", "n_layer_nextn": "nextn_predict_layers", "n_head": "H", "n_head_kv": "K",
    "n_embd": "E", "n_embd_k_gqa": "K*dk", "n_embd_v_gqa": "K*dv", "n_embd_gqa": "K*dv", "n_embd_head_k": "dk",
    "n_embd_head_v": "dv", "n_ff": "F", "n_vocab": "V", "n_token_types": "T", "n_rot": "R", "n_expert": "X",
    "n_expert_used": "Xu", "n_ctx_train": "C",
}
# flags of llama_model_loader::create_tensor; those that only matter without a file count for nothing
FLAGS = {
    "TENSOR_NOT_REQUIRED": "optional", "TENSOR_DUPLICATED": "shared", "TENSOR_SKIP": "unused",
    "TENSOR_ALLOW_RESHAPE": "any_shape", "TENSOR_SKIP_IF_VIRTUAL": 0, "TENSOR_READ_LAZY": 0,
}
ELEMENT_TYPES = {
    "uint32_t": "u32", "int32_t": "i32", "int": "i32", "llama_token": "i32", "uint64_t": "u64", "float": "f32",
    "bool": "bool", "string": "str", "llama_pooling_type": "u32", "uint16_t": "u16",
}


class Symbols:
    """What can be read out of the declarations of one checkout; `src` is its src folder."""

    def __init__(self, src):
        names = (src / "llama-arch.cpp").read_text()
        self.architectures = _map(names, "LLM_ARCH_NAMES")
        self.keys = {k: _key(v) for k, v in _map(names, "LLM_KV_NAMES").items()}
        self.tensors = _map(names, "LLM_TENSOR_NAMES")
        hparams, model = (src / "llama-hparams.h").read_text(), (src / "llama-model.h").read_text()
        self.models = {path.name: path.read_text() for path in sorted((src / "models").glob("*.cpp"))}
        classes = (src / "models" / "models.h").read_text()
        self.types = _member_types(model) | _member_types(classes) | _member_types(hparams)
        self.constants = {name: int(value) for name, value in re.findall(r"^#define (LLAMA_MAX_\w+)\s+(\d+)", hparams, re.M)}
        self.constants |= {name: int(value) for name, value in re.findall(r"^\s+(LLAMA_\w+)\s*=\s*(\d+),", hparams, re.M)}
        factory = (src / "llama-model.cpp").read_text()
        self.classes = dict(re.findall(r"case (LLM_ARCH_\w+):\s*return new (\w+)\(", factory))
        self.bases = dict(re.findall(r"struct (llama_model_\w+) : public (llama_model_\w+)", classes))
        self.graphs = dict(re.findall(r"struct (llama_model_\w+) : (?:(?!^struct ).)*?using graph = (llama_model_\w+)::graph", classes, re.M | re.S))
        self.fields = self._field_names()

    def _field_names(self):
        """field -> the one key that it is read from in all models, less those that have symbols."""
        read = {}
        for text in list(self.models.values()):
            for key, field in re.findall(r"get_(?:key|arr|key_or_arr|arr_n)\(\s*(LLM_KV_\w+),\s*hparams\.([\w.]+)", text):
                read.setdefault(field, set()).add(self.keys[key])
        return {field: min(keys).lstrip("/") for field, keys in read.items() if len(keys) == 1} | SYMBOLS

    def source_of(self, architecture, function):
        """(file, text of the file, class) that defines a load function of an architecture, bases included."""
        name = self.classes[architecture]
        while name in self.bases:
            found = self.source_of_class(name, function)
            if found:
                return found
            name = self.bases[name]
        return None

    def source_of_class(self, name, function):
        """The same for a function that the class itself defines, or None."""
        for file, text in self.models.items():
            if re.search(rf"^[\w:<> ]+ {name}::{function}\(", text, re.M):
                return file, text, name
        return None


def _map(text, name):
    body = re.search(rf"{name} = \{{(.*?)\n\}};", text, re.S).group(1)
    return dict(re.findall(r"\{\s*(\w+),\s*\"([^\"]*)\"\s*\}", body))


def _key(pattern):
    """A key as the table writes it: relative to the architecture, or with a slash where it is not."""
    return pattern[3:] if pattern.startswith("%s.") else "/" + pattern


def _member_types(text):
    """member -> its element type (of an array or a vector) or its type."""
    out = {}
    for kind, names in re.findall(r"^\s+((?:std::)?(?:enum )?[\w:]+(?:<[^;=]*>)?)\s+([\w, ]+?)\s*(?:=[^;]*|\{[^;]*)?;", text, re.M):
        inner = re.search(r"<\s*([\w:]+)", kind)
        word = (inner.group(1) if inner else kind.split(" ")[-1]).replace("std::", "")
        for name in names.split(","):
            out.setdefault(name.strip(), word)
    return out
