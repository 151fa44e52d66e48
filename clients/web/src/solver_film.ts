// solver_film: an answer of /v1/search as points in time, ready to be played.
import type { LineString, SearchAnswer } from '../../js/relaxd.js';
import { decodePolyline, type Line } from './line';
import type { SolverPoints } from './solver_layer';

export interface Film {
    points: SolverPoints;
    phases: number;
    /** Vertices reached before each phase, and in all. */
    before: number[];
    line: Line;
    answer: SearchAnswer;
    us: number; // from asking to the answer
}

type Side = 'forward' | 'backward';

export function makeFilm(answer: SearchAnswer, us: number): Film {
    const { phases } = answer;
    const places: number[] = [];
    const times: number[] = [];
    const sides: number[] = [];
    const before = [0];

    phases.forEach((phase, index) => {
        const lines = (['forward', 'backward'] as const).map((side: Side) => decodePolyline(phase[side] ?? ''));
        // Both sides move together: by how much of its points each has shown.
        const all = lines.flatMap((line, side) => line.map((place, i) => ({ place, side, part: (i + 1) / line.length })));

        all.sort((one, other) => one.part - other.part);
        for (const { place, side, part } of all) {
            places.push(place[0], place[1]);
            times.push(index + part);
            sides.push(side);
        }
        before.push(before[index] + phase.reached[0] + phase.reached[1]);
    });
    return {
        points: { places: Float64Array.from(places), times: Float32Array.from(times), sides: Uint8Array.from(sides) },
        phases: phases.length,
        before,
        line: (answer.geometry as LineString | null)?.coordinates ?? [],
        answer,
        us,
    };
}

// How many vertices are reached at a time, which is in phases.
export function reachedAt(film: Film, now: number): number {
    const phase = Math.min(Math.floor(now), film.phases);
    const next = film.before[Math.min(phase + 1, film.phases)];

    return Math.round(film.before[phase] + (now - phase) * (next - film.before[phase]));
}
