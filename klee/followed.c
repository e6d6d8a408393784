#include "klee/followed.h"

#include "lab/query/input.h"

void followed_release (followed_path *f) {
  if (!f->mem)
    return;
  vec_release (f->mem, &f->taken);
  map_release (&f->at);
}

status followed_read (followed_path *f, memory *mem, const char *path,
                      trouble *why) {
  script_input file;
  status st = input_load (&file, mem, why, path);
  if (st)
    return st;
  *f = (followed_path) {.mem = mem};
  map_init (&f->at, mem);
  for (size_t i = 0; i < file.len && !st; i++)
    if (file.data[i] == '0' || file.data[i] == '1')
      vec_push (mem, &f->taken, file.data[i] == '1');
    else if (file.data[i] != '\n')
      st = trouble_set (
          why, ST_BADINPUT,
          "'%s' is no .path file: it has other lines than 0 and 1", path);
  input_release (&file);
  return st;
}

size_t followed_narrow (followed_path *f, const pending *p, size_t n,
                        const uint32_t *taken) {
  const frame *top = p->state->top;
  if (top->code->insn[top->pc].op != OP_BRANCH || n != 2)
    return n;
  uint64_t *at = map_at (&f->at, p->id);
  if (*at == f->taken.len)
    return n;
  bool is_true = f->taken.data[(*at)++];
  return taken[0] == !is_true ? 0 : 1;
}

void followed_fork (followed_path *f, size_t n, pending *const *into) {
  uint64_t at = map_get (&f->at, into[0]->id, 0);
  for (size_t i = 1; i < n; i++)
    map_put (&f->at, into[i]->id, at);
}
