/* generate: a road-like network with coordinates, drawn from a seed.
 *
 * Speed measured on it should mean what speed on a real map means, so its
 * degrees, weights and depth are held to real maps (model.h has the figures;
 * `relaxlab generate` reports how near it came). How a map comes about:
 *
 *     land        towns by Zipf's law, density of population
 *     rivers      what streets cross at few places
 *     bisection   the land cut into one rectangle a vertex, small in towns;
 *                 rectangles that touch are candidates for a street
 *     hierarchy   main roads: each level, secondary, primary, trunk, motorway,
 *                 joins fewer centres along the roads of the level below
 *     streets     a spanning forest of short candidates within a budget of
 *                 streets per vertex, then streets that close loops, a few
 *                 of them at crossings of four, which become squares where
 *                 five meet, as many as the model has
 *     smooth      main roads are straightened
 *     railway     where the model has one: lines between stations
 *     price       weights from lengths, scaled to the model's mean
 *
 * Rivers are crossed only at bridges; some streets are dead ends; some that
 * close a loop are one-way. The spanning forest stays two-way, so the whole map
 * is one strongly connected component.
 *
 * Vertices are numbered in the order of the bisection (depth first, half by
 * half), which is local as the numbering of a map cut into tiles is: neighbours
 * mostly have near numbers, as with a Z-order curve that adapts to density.
 * External ids count from 1. Positions are degrees around (0, 0), where a
 * degree is the same length both ways; they name no real place.
 *
 * The same model, vertex count and seed give the same map on every machine:
 * only operations that IEEE 754 rounds exactly decide anything, compiled
 * without contraction, and nothing from libm but what is exact (sqrt, floor,
 * ldexp, fmin, fmax).
 *
 * Linear time but for one sort of cell borders and one heap; about 180 bytes a
 * vertex at the peak: 10 million take 43 s and 1.75 GB on one core.
 *
 * Ideas from: G. K. Zipf, "Human Behavior and the Principle of Least Effort",
 * 1949 (town sizes); K. Mehlhorn, "A faster approximation algorithm for the
 * Steiner problem in graphs", 1988 (links between the cells of centres); G.
 * Toussaint, "The relative neighbourhood graph of a finite planar set", 1980
 * (which links stay); R. Bauer, M. Krug, S. Meinert, D. Wagner, "Synthetic road
 * networks", 2010 (what such a generator should hold). */
#ifndef RELAXD_GRAPH_GENERATE_GENERATE_H
#define RELAXD_GRAPH_GENERATE_GENERATE_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/map.h"
#include "lab/generate/land.h"

/* More would have more arcs than a map holds. */
#define GENERATE_VERTICES_MOST 1000000000u

struct generate_request {
    const struct model *model;
    uint32_t vertex_count; /* 1 to GENERATE_VERTICES_MOST */
    uint64_t seed;
};

/* Any thread. The map is the caller's. -EINVAL: a vertex count out of its
 * range; -ENOMEM. */
int generate_map(const struct generate_request *request,
                 struct progress *progress, struct map **ret_map,
                 struct error *error);

#endif
