/* The library as its users see it. */

#include "test.h"

#include "reprise.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TEST (evaluates_in_pieces) {
  reprise *r = reprise_new ();
  CHECK_STR (reprise_eval (r, "(declare-const x Int) (assert (< x 0))"), "");
  CHECK_STR (reprise_eval (r, "(assert (> x (- 2)))"), "");
  CHECK_STR (reprise_eval (r, "(check-sat) (get-value (x))"),
             "sat\n((x (- 1)))\n");
  CHECK_STR (reprise_eval (r, "(push 1) (assert (= x 3)) (check-sat)"),
             "unsat\n");
  CHECK_STR (reprise_eval (r, "(pop 1)\n(check-sat)"), "sat\n");
  CHECK_STR (reprise_eval (r, ""), "");
  CHECK_STR (reprise_eval (r, "; only a comment"), "");
  CHECK_STR (reprise_error (r), "");
  reprise_free (r);
}

TEST (errors_are_answers) {
  reprise *r = reprise_new ();
  const char *s = reprise_eval (r, "(assert y) (echo \"on\")");
  CHECK (s && !strncmp (s, "(error \"", 8));
  CHECK (strstr (s, "on"));
  CHECK_STR (reprise_eval (r, "(check-sat)"), "sat\n");
  s = reprise_eval (r, "(get-unsat-core)");
  CHECK (!strncmp (s, "(error \"", 8));
  s = reprise_eval (r, "(check-sat");
  CHECK (!strncmp (s, "(error \"", 8));
  CHECK_STR (reprise_eval (r, "(check-sat)"), "sat\n");
  reprise_free (r);
}

TEST (options) {
  reprise *r = reprise_new ();
  CHECK_EQ (reprise_set_option (r, "preset", "hybrid"), 0);
  CHECK_EQ (reprise_set_option (r, "rung-exact", "false"), 0);
  CHECK_EQ (reprise_set_option (r, "timeout", "250ms"), 0);
  CHECK_STR (reprise_error (r), "");
  CHECK_EQ (reprise_set_option (r, "presett", "green"), -1);
  CHECK (strstr (reprise_error (r), "presett"));
  CHECK_EQ (reprise_set_option (r, "preset", "hybird"), -1);
  CHECK (strstr (reprise_error (r), "'hybrid'"));
  CHECK_EQ (reprise_set_option (r, "timeout", "soon"), -1);
  CHECK_EQ (reprise_set_option (r, "backend", "z3"), 0);
  CHECK_STR (reprise_error (r), "");
  CHECK_STR (reprise_eval (r, "(check-sat)"), "sat\n");
  reprise_free (r);
}

TEST (handles_are_independent) {
  reprise *r = reprise_new (), *s = reprise_new ();
  CHECK_STR (reprise_eval (r, "(declare-const p Bool) (assert p)"), "");
  CHECK_STR (reprise_eval (s, "(declare-const p Int) (assert (= p 1))"), "");
  CHECK_STR (reprise_eval (r, "(assert (not p)) (check-sat)"), "unsat\n");
  CHECK_STR (reprise_eval (s, "(check-sat)"), "sat\n");
  reprise_free (r);
  CHECK_STR (reprise_eval (s, "(get-value (p))"), "((p 1))\n");
  reprise_free (s);
}

TEST (unused_and_null) {
  reprise_free (NULL);
  reprise_interrupt (NULL);
  reprise *r = reprise_new ();
  reprise_interrupt (r); /* nothing runs yet */
  CHECK_STR (reprise_error (r), "");
  reprise_free (r);
  CHECK (strlen (reprise_version ()) > 0);
  CHECK (strlen (reprise_git_id ()) > 0);
}

TEST (store_that_cannot_be_opened) {
  reprise *r = reprise_new ();
  CHECK_EQ (reprise_set_option (r, "store", "/dev/null/store"), 0);
  CHECK (!reprise_eval (r, "(check-sat)"));
  CHECK (strlen (reprise_error (r)) > 0);
  CHECK (!reprise_eval (r, "(check-sat)"));
  CHECK_EQ (reprise_set_option (r, "store", "none"), 0);
  CHECK_STR (reprise_eval (r, "(check-sat)"), "sat\n");
  reprise_free (r);
}

static void run_stored (const char *dir, const char *mode, const char *want) {
  reprise *r = reprise_new ();
  CHECK_EQ (reprise_set_option (r, "store", dir), 0);
  CHECK_EQ (reprise_set_option (r, "store-mode", mode), 0);
  CHECK_STR (reprise_eval (r, "(declare-const x (_ BitVec 8))"
                              "(declare-const y (_ BitVec 8))"
                              "(assert (= (bvmul x y) #x23))"
                              "(assert (bvult x y)) (check-sat)"),
             want);
  reprise_free (r);
}

TEST (store_lives_on) {
  char dir[] = "/tmp/reprise-test-XXXXXX", command[64];
  CHECK (mkdtemp (dir));
  run_stored (dir, "rw", "sat\n");
  run_stored (dir, "enforce", "sat\n");
  run_stored (dir, "ro", "sat\n");
  snprintf (command, sizeof command, "rm -rf '%s'", dir);
  CHECK_EQ (system (command), 0);
}

static void *interrupt_soon (void *r) {
  usleep (50000);
  reprise_interrupt (r);
  return NULL;
}

TEST (interrupt) {
  reprise *r = reprise_new ();
  pthread_t thread;
  CHECK_STR (
      reprise_eval (r, "(declare-const x (_ BitVec 100))"
                       "(declare-const y (_ BitVec 100)) (push 1)"
                       "(assert (= (bvmul x y) (bvmul"
                       " (_ bv17592186044423 100) (_ bv17592186044399 100))))"
                       "(assert (bvult x (_ bv35184372088832 100)))"
                       "(assert (bvult y (_ bv35184372088832 100)))"
                       "(assert (bvult (_ bv1 100) x))"
                       "(assert (bvult (_ bv1 100) y))"),
      "");
  CHECK_EQ (pthread_create (&thread, NULL, interrupt_soon, r), 0);
  CHECK_STR (reprise_eval (r, "(check-sat)"), "unknown\n");
  CHECK_EQ (pthread_join (thread, NULL), 0);
  CHECK_STR (reprise_eval (r, "(get-info :reason-unknown)"),
             "(:reason-unknown \"interrupted\")\n");
  CHECK_STR (reprise_eval (r, "(pop 1) (assert (= x y)) (check-sat)"), "sat\n");
  reprise_free (r);
}
