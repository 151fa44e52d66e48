/* generate: draws a road-like network with coordinates from a seed.
 *
 * Speed on a generated map should predict speed on a real one, so its degrees,
 * weights and depth follow real maps (land.h has the figures; `relaxlab
 * generate` reports the differences). The steps:
 *
 *     land        towns by Zipf's law, density of population
 *     rivers      which streets cross only in a few places
 *     bisection   cuts the land into one rectangle per vertex, small in towns;
 *                 touching rectangles are candidates for a street
 *     hierarchy   main roads: each level, secondary, primary, trunk, motorway,
 *                 joins fewer centres along the roads of the level below
 *     streets     a spanning forest of short candidates within a budget of
 *                 streets per vertex, then streets that close loops, a few
 *                 of them at crossings of four, which become squares where
 *                 five meet, as many as the model has
 *     smooth      straightens main roads
 *     railway     if the model has one: lines between stations
 *     price       weights from lengths, scaled to the model's mean
 *
 * Streets cross rivers only at bridges; some streets are dead ends; some that
 * close a loop are one-way. The spanning forest stays two-way, so the whole map
 * is one strongly connected component.
 *
 * Vertices are numbered in the order of the bisection (depth first, half by
 * half). Like the numbering of a map cut into tiles it is local: neighbours
 * mostly have close numbers, as with a Z-order curve that adapts to density.
 * External ids count from 1. Positions are degrees around (0, 0), where a
 * degree has the same length both ways; they are fictitious.
 *
 * The same model, vertex count and seed give the same map on every machine: all
 * decisions use only operations that IEEE 754 rounds exactly, compiled without
 * contraction, and only exact functions of libm (sqrt, floor, ldexp, fmin,
 * fmax).
 *
 * Linear time except for one sort of cell borders and one heap; about 180 bytes
 * a vertex at the peak: 10 million take 43 s and 1.75 GB on one core.
 *
 * Ideas from: G. K. Zipf, "Human Behavior and the Principle of Least Effort",
 * 1949 (town sizes); K. Mehlhorn, "A faster approximation algorithm for the
 * Steiner problem in graphs", 1988 (links between the cells of centres); G.
 * Toussaint, "The relative neighbourhood graph of a finite planar set", 1980
 * (which links stay); R. Bauer, M. Krug, S. Meinert, D. Wagner, "Synthetic road
 * networks", 2010 (the features of such a generator). */
#ifndef RELAXD_GRAPH_GENERATE_GENERATE_H
#define RELAXD_GRAPH_GENERATE_GENERATE_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/map.h"
#include "lab/generate/land.h"

/* More vertices would have more arcs than a map can hold. */
#define GENERATE_VERTICES_MOST 1000000000u

struct generate_request {
    const struct model *model;
    uint32_t vertex_count; /* 1 to GENERATE_VERTICES_MOST */
    uint64_t seed;
};

/* Any thread. The caller owns the map. -EINVAL: vertex count out of range;
 * -ENOMEM. */
int generate_map(const struct generate_request *request,
                 struct progress *progress, struct map **ret_map,
                 struct error *error);

#endif
