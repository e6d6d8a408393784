/* A wheel brake system: the pressure that follows from the pedal, the automatic
 * brake and a skid, step by step. Only inputs are symbolic; each pedal position
 * is a conditional, and so are the two others.
 */

#include "subject.h"

#ifndef UPDATES
#define UPDATES 4
#endif

static int meter_normal, meter_alternate, is_alternate, last_command;

static int pedal_command (int pedal) {
  if (pedal == 0)
    return 0;
  if (pedal == 1)
    return 1;
  if (pedal == 2)
    return 2;
  if (pedal == 3)
    return 3;
  if (pedal == 4)
    return 4;
  return 0;
}

static void update (int pedal, int is_automatic, int skids) {
  int command = pedal_command (pedal);
  if (is_automatic)
    command = command ? command : 1;
  if (skids)
    command = 0;
  is_alternate = last_command > 4;
  if (is_alternate)
    meter_alternate = command;
  else
    meter_normal = command;
  last_command = command;
}

int main (void) {
  for (int i = 0; i < UPDATES; i++) {
    int pedal = symbol ("PedalPos#"), is_automatic = symbol ("AutoBrake#");
    update (pedal, is_automatic, symbol ("Skid#"));
  }
  return 0;
}
