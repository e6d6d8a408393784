#include "export/export_xml.h"

#include "suite/testcase_text.h"
#include "suite/typed_value.h"

#include <inttypes.h>
#include <openssl/evp.h>
#include <time.h>

#define HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
#define DTD(WHAT) \
  "<!DOCTYPE " WHAT " PUBLIC \"+//IDN sosy-lab.org//DTD test-format " WHAT \
  " 1.1//EN\" \"https://sosy-lab.org/test-format/" WHAT "-1.1.dtd\">\n"

static void escape (memory *mem, const char *text, char_vec *out) {
  for (; *text; text++)
    switch (*text) {
    case '<':
      text_puts (mem, out, "&lt;");
      break;
    case '>':
      text_puts (mem, out, "&gt;");
      break;
    case '&':
      text_puts (mem, out, "&amp;");
      break;
    default:
      vec_push (mem, out, *text);
    }
}

static void element (memory *mem, const char *name, const char *text,
                     char_vec *out) {
  text_printf (mem, out, "  <%s>", name);
  escape (mem, text, out);
  text_printf (mem, out, "</%s>\n", name);
}

/* SHA-256 of the file in hexadecimal; "" when it cannot be read. */
static void hash_file (const char *path, char text[65]) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned len = 0;
  mapped_file f;
  text[0] = 0;
  if (!whole_file_map (path, &f))
    return;
  EVP_Digest (f.bytes, f.size, digest, &len, EVP_sha256 (), NULL);
  whole_file_unmap (&f);
  for (unsigned i = 0; i < len && i < 32; i++)
    snprintf (text + 2 * i, 3, "%02x", digest[i]);
}

void xml_write_metadata (memory *mem, const suite_facts *f, const char *hash,
                         char_vec *out) {
  char own[65], when[32];
  time_t now = time (NULL);
  struct tm utc;
  hash_file (f->input, own);
  strftime (when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r (&now, &utc));
  text_puts (mem, out, HEAD DTD ("test-metadata") "<test-metadata>\n");
  element (mem, "sourcecodelang", "C", out);
  element (mem, "producer", "Reprise " REPRISE_VERSION, out);
  element (mem, "specification",
           "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", out);
  element (mem, "programfile", f->given, out);
  element (mem, "programhash", hash ? hash : own, out);
  element (mem, "entryfunction", *f->entry ? f->entry : "main", out);
  element (mem, "architecture", "64bit", out);
  element (mem, "creationtime", when, out);
  text_puts (mem, out, "</test-metadata>\n");
}

/* Numbers as such; all else is bytes. */
static void put_input (memory *mem, const testcase *t, const testinput *in,
                       char_vec *out) {
  datatype s = testcase_type (t, in);
  int64_t v;
  if (s.kind == DATATYPE_FLOAT)
    typed_print (&s, in->bytes, TYPED_WHOLE, mem, out);
  else if (typed_number (&s, in->bytes, &v))
    text_printf (mem, out,
                 s.kind == DATATYPE_UNSIGNED || s.kind == DATATYPE_POINTER
                     ? "%" PRIu64
                     : "%" PRId64,
                 v);
  else
    for (uint64_t b = 0; b < in->size; b++)
      text_printf (mem, out, b ? "%02x" : "0x%02x", in->bytes[b]);
}

void xml_write_test (memory *mem, const testcase *t, char_vec *out) {
  text_puts (mem, out, HEAD DTD ("testcase"));
  text_printf (mem, out, "<testcase%s>\n",
               t->end.kind == END_FAULT ? " coversError=\"true\"" : "");
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    text_puts (mem, out, "  <input>");
    put_input (mem, t, t->input + i, out);
    text_puts (mem, out, "</input>\n");
  }
  text_puts (mem, out, "</testcase>\n");
}
