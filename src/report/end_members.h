#pragma once

/* Why paths ended, as JSON and back: the tables of errors and losses.
 *
 * An error has sentences for people, 'message' and 'stack', and all that they
 * are made of: nobody reads the sentences back.
 */

#include "base/json_members.h"

extern const json_member place_members[];  /* of source_place */
extern const json_member error_members[];  /* of report_error */
extern const json_member loss_members[];   /* of report_loss */
extern const json_member native_members[]; /* of native_difference */
