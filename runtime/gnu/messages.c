/* What numbers mean, in the words of glibc: programs copy them into buffers
 * that are large enough for these or not.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <netdb.h>
#include <regex.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* One object for all texts of a kind: a number that is not known chooses a
 * place in it, and no object.
 */
#define ROW(NUMBER, TEXT) char row##NUMBER[sizeof (TEXT)];
static const struct errno_texts {
#define MESSAGES_ERRNO
#include "messages.def"
} errno_texts = {
#define ROW(NUMBER, TEXT) TEXT,
#define MESSAGES_ERRNO
#include "messages.def"
};
#define ROW(NUMBER, TEXT) \
  [NUMBER] = 1 + offsetof (struct errno_texts, row##NUMBER),
static const unsigned short errno_at[] = {
#define MESSAGES_ERRNO
#include "messages.def"
};

#define ROW(NUMBER, TEXT) char row##NUMBER[sizeof (TEXT)];
static const struct signal_texts {
#define MESSAGES_SIGNAL
#include "messages.def"
} signal_texts = {
#define ROW(NUMBER, TEXT) TEXT,
#define MESSAGES_SIGNAL
#include "messages.def"
};
#define ROW(NUMBER, TEXT) \
  [NUMBER] = 1 + offsetof (struct signal_texts, row##NUMBER),
static const unsigned short signal_at[] = {
#define MESSAGES_SIGNAL
#include "messages.def"
};

#define LENGTH(ARRAY) (sizeof (ARRAY) / sizeof *(ARRAY))

char *__strerror_l (int number, locale_t locale) {
  static char unknown[32];
  if ((unsigned) number < LENGTH (errno_at) && errno_at[number])
    return (char *) &errno_texts + errno_at[number] - 1;
  snprintf (unknown, sizeof unknown, "Unknown error %d", number);
  return unknown;
}

char *strerror_l (int number, locale_t locale) {
  return __strerror_l (number, locale);
}

char *strerror (int number) { return __strerror_l (number, NULL); }

/* That of POSIX. */
int __xpg_strerror_r (int number, char *to, size_t size) {
  const char *text = strerror (number);
  size_t n = strlen (text), copied = n < size ? n : size - 1;
  if (size) {
    memcpy (to, text, copied);
    to[copied] = 0;
  }
  if (n >= size)
    return ERANGE;
  return (unsigned) number < LENGTH (errno_at) && errno_at[number] ? 0 : EINVAL;
}

/* That of GNU, which bitcode calls by this name. */
char *strerror_r (int number, char *to, size_t size) {
  char *text = strerror (number);
  if ((unsigned) number < LENGTH (errno_at) && errno_at[number])
    return text;
  __xpg_strerror_r (number, to, size);
  return to;
}

char *strsignal (int number) {
  static char unknown[32];
  if ((unsigned) number < LENGTH (signal_at) && signal_at[number])
    return (char *) &signal_texts + signal_at[number] - 1;
  if (number >= 34 && number <= 64)
    snprintf (unknown, sizeof unknown, "Real-time signal %d", number - 34);
  else
    snprintf (unknown, sizeof unknown, "Unknown signal %d", number);
  return unknown;
}

size_t regerror (int number, const regex_t *regex, char *to, size_t size) {
  static const char *const texts[] = {
      [REG_OK] = "Success",
      [REG_NOMATCH] = "No match",
      [REG_BADPAT] = "Invalid regular expression",
      [REG_ECOLLATE] = "Invalid collation character",
      [REG_ECTYPE] = "Invalid character class name",
      [REG_EESCAPE] = "Trailing backslash",
      [REG_ESUBREG] = "Invalid back reference",
      [REG_EBRACK] = "Unmatched [, [^, [:, [., or [=",
      [REG_EPAREN] = "Unmatched ( or \\(",
      [REG_EBRACE] = "Unmatched \\{",
      [REG_BADBR] = "Invalid content of \\{\\}",
      [REG_ERANGE] = "Invalid range end",
      [REG_ESPACE] = "Memory exhausted",
      [REG_BADRPT] = "Invalid preceding regular expression",
      "Premature end of regular expression",
      "Regular expression too big",
      "Unmatched ) or \\)"};
  const char *text =
      (unsigned) number < LENGTH (texts) ? texts[number] : "Unknown error";
  return 1 + (size_t) snprintf (to, size, "%s", text);
}

const char *gai_strerror (int number) {
  switch (number) {
  case EAI_BADFLAGS:
    return "Bad value for ai_flags";
  case EAI_NONAME:
    return "Name or service not known";
  case EAI_AGAIN:
    return "Temporary failure in name resolution";
  case EAI_FAIL:
    return "Non-recoverable failure in name resolution";
  case EAI_NODATA:
    return "No address associated with hostname";
  case EAI_FAMILY:
    return "ai_family not supported";
  case EAI_SOCKTYPE:
    return "ai_socktype not supported";
  case EAI_SERVICE:
    return "Servname not supported for ai_socktype";
  case EAI_ADDRFAMILY:
    return "Address family for hostname not supported";
  case EAI_MEMORY:
    return "Memory allocation failure";
  case EAI_SYSTEM:
    return "System error";
  }
  return "Unknown error";
}

const char *hstrerror (int number) {
  static const char *const texts[] = {
      "Resolver Error 0 (no error)", "Unknown host", "Host name lookup failure",
      "Unknown server error", "No address associated with name"};
  if (number < 0)
    return "Resolver internal error";
  return number < (int) LENGTH (texts) ? texts[number]
                                       : "Unknown resolver error";
}
