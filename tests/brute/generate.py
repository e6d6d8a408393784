def generate(seed):
    return ""
