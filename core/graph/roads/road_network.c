/* road_network: roads on their way from OpenStreetMap to a map. */
#include "core/graph/roads/road_network.h"

#include <stdlib.h>

void road_network_finish(struct road_network *network)
{
    free(network->first_node);
    free(network->node_id);
    free(network->node_position);
    free(network->segment_weight);
    free(network->segment_duration_ms);
    free(network->segment_length_mm);
    free(network->piece_attributes);
    free(network->attributes);
    free(network->text);
    free(network->edge_open);
    free(network->piece_end);
    free(network->junction_plain);
    free(network->first_turn);
    free(network->turn_edge);
    free(network->turn_weight);
    free(network->turn_duration_ms);
    free(network->first_of_sequence);
    free(network->sequence_edge);
    *network = (struct road_network){0};
}
