#ifndef SYSTEM_LOCAL_H
#define SYSTEM_LOCAL_H

/* What the files of this folder share gets names that no program has: a
 * function of the program would take the place of one of ours.
 */

#define node_new __reprise_node_new
#define node_release __reprise_node_release
#define node_size __reprise_node_size
#define node_read __reprise_node_read
#define node_write __reprise_node_write
#define node_resize __reprise_node_resize
#define node_map __reprise_node_map
#define node_protect __reprise_node_protect
#define node_unmap __reprise_node_unmap
#define node_give __reprise_node_give
#define node_find __reprise_node_find
#define node_entry __reprise_node_entry
#define node_add __reprise_node_add
#define node_remove __reprise_node_remove
#define node_is_empty __reprise_node_is_empty
#define node_allows __reprise_node_allows
#define node_touch __reprise_node_touch
#define node_decide __reprise_node_decide
#define node_fix __reprise_node_fix

#define find __reprise_find
#define find_here __reprise_find_here
#define find_move __reprise_find_move

#define file_get __reprise_file_get
#define file_open __reprise_file_open
#define file_share __reprise_file_share
#define file_close __reprise_file_close
#define file_marks __reprise_file_marks
#define file_reads __reprise_file_reads
#define file_writes __reprise_file_writes
#define file_is_ready __reprise_file_is_ready

#endif
