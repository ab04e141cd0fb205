"""What a trace says of the arguments and FLOPs of a call, in torch's words. For check_trace.py."""


def is_shape(value):
    """[5, 3], or of a list of tensors [[5, 3], [2]]."""
    return isinstance(value, list) and all(isinstance(each, int) and not isinstance(each, bool) or is_shape(each) for each in value)


def check(where, event, error):
    args = event.get("args", {})
    dims, types = args.get("Input Dims"), args.get("Input type")
    if (dims is None) != (types is None):
        error("%s has only one of Input Dims and Input type" % where)
    elif dims is not None:
        if not is_shape(dims) or not all(isinstance(each, list) for each in dims):
            error("%s has Input Dims %r" % (where, dims))
        elif not isinstance(types, list) or not all(isinstance(each, str) for each in types):
            error("%s has Input type %r" % (where, types))
        elif len(dims) != len(types):
            error("%s has shapes of %d arguments and types of %d" % (where, len(dims), len(types)))
    flops = args.get("flops", 1)
    if not isinstance(flops, int) or isinstance(flops, bool) or flops <= 0:
        error("%s has flops %r" % (where, flops))
    if event.get("cat") == "python_function" and (dims is not None or "flops" in args):
        error("%s has what belongs to the function, not to its module" % where)
