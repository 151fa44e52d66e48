// route_mode: the way from place to place, with what to do along it.
import type { Leg, LineString, Place, RouteAnswer } from '../../js/relaxd.js';
import { h } from './dom';
import { Latest } from '../../maplibre/latest.js';
import { legAt } from '../../maplibre/line.js';
import { boundsOf, collection, feature, type Line } from './line';
import type { ModeView, Page } from './mode';
import { stepList } from './steps';
import * as words from './words';

interface Way {
    line: Line;
    duration: number | null; // null: the map's unit is no time
    distance: number | null;
    cost: number | null;
    legs: Leg[];
}

const ALTERNATIVES = 2;

export class RouteMode implements ModeView {
    readonly name = 'route';
    readonly title = 'Route';
    readonly look = 'route';
    readonly least = 2;
    /** Of the places, as roads are called there; '' where not known. */
    names: string[] = [];
    #ways: Way[] = [];
    #chosen = 0;
    #snapped: Place[] = [];
    #roads: RouteAnswer['roads'] = [];
    #latest = new Latest();

    offered(): boolean {
        return true;
    }

    hint(page: Page): string {
        return page.state.points.length ? 'Now click where it ends.' : 'Click on the map where the route begins.';
    }

    // The third click moves the end: one looks at way after way from one place.
    place(page: Page, place: Place): Place[] {
        const { points } = page.state;

        return points.length < 2 ? [...points, place] : [...points.slice(0, -1), place];
    }

    legAt(page: Page, place: Place): number {
        const line = this.#ways[this.#chosen]?.line ?? [];

        return line.length ? legAt(line, this.#snapped.length ? this.#snapped : page.state.points, place) : 0;
    }

    choose(page: Page, route: number): void {
        this.#chosen = Math.min(route, this.#ways.length - 1);
        this.#draw(page);
        page.render();
    }

    ask(page: Page, done: boolean): void {
        const { points } = page.state;
        const began = performance.now();

        this.#latest.ask(
            async () => {
                const answer = await (page.vertices ? askPath(page) : page.client.route(points, { ...page.queryOptions(), nodes: false }));
                if (answer.cost === null) throw noWay(answer);
                return answer;
            },
            (answer) => {
                page.answered(answer, (performance.now() - began) * 1000);
                this.#take(page, answer, done);
                // Steps of this route must not displace a question for later places.
                if (done && page.served.profile && !this.#latest.waiting) this.#askSteps(page);
            },
            (error) => {
                this.clear(page);
                page.failed(error);
            },
        );
    }

    controls(): Node[] {
        return [];
    }

    answer(page: Page): Node[] {
        const way = this.#ways[this.#chosen];
        if (!way) return [];
        const nodes: Node[] = [this.#headline(page, way)];

        if (this.#ways.length > 1) nodes.push(this.#choices(page));
        if (way.legs.some((leg) => leg.steps?.length)) nodes.push(stepList(page, way.legs));
        else if (this.#chosen === 0 && this.#roads.length) nodes.push(roadList(this.#roads));
        return nodes;
    }

    clear(page: Page): void {
        this.#latest.drop();
        this.#ways = [];
        this.#roads = [];
        this.#snapped = [];
        this.names = [];
        this.#draw(page);
    }

    #take(page: Page, answer: RouteAnswer, done: boolean): void {
        const line = (answer.geometry as LineString | null)?.coordinates ?? [];

        this.#chosen = 0;
        this.#ways = [{ line, duration: answer.duration, distance: answer.distance, cost: answer.cost, legs: [] }];
        this.#roads = answer.roads;
        this.#snapped = answer.stops.map((stop) => stop.location);
        this.names = [];
        this.#draw(page);
        page.render();
        if (done && line.length) page.reveal(boundsOf(line));
    }

    #askSteps(page: Page): void {
        const { points } = page.state;
        const alternatives = points.length === 2 ? { alternatives: ALTERNATIVES } : {};

        this.#latest.ask(
            () => page.client.route(points, { ...page.queryOptions(), steps: true, nodes: false, ...alternatives }).catch(() => null),
            (answer) => answer && this.#refine(page, answer),
            () => undefined,
        );
    }

    // The first way is drawn already; this says how to go it, and which others there are.
    #refine(page: Page, { legs, alternatives }: RouteAnswer): void {
        if (!this.#ways.length || !legs.length) return;
        this.#ways[0].legs = legs;
        this.#ways.push(
            ...(alternatives ?? []).map((route) => ({
                line: (route.geometry as LineString).coordinates,
                duration: route.duration,
                distance: route.distance,
                cost: null,
                legs: route.legs,
            })),
        );
        this.names = [legs[0].steps?.[0], ...legs.map(({ steps }) => steps?.[steps.length - 1])].map((step) => step?.name ?? '');
        this.#draw(page);
        page.render();
    }

    #draw(page: Page): void {
        const others = this.#ways.map((way, route) => feature(way.line, { route })).filter((_, route) => route !== this.#chosen);
        const way = this.#ways[this.#chosen];
        const spokes = this.#snapped.map((place, index): Line => [page.state.points[index] as [number, number], place as [number, number]]);

        page.view.draw('alternatives', collection(others));
        page.view.draw('route', way ? collection([feature(way.line)]) : undefined);
        page.view.draw('spokes', way ? collection(spokes.filter(([from]) => from).map((line) => feature(line))) : undefined);
        if (!way) page.view.draw('spot');
    }

    #headline(page: Page, way: Way): Node {
        const figure = way.duration === null ? `${way.cost} ${page.served.unit}` : words.duration(way.duration);

        return h(
            'div',
            { class: 'headline', 'aria-live': 'polite' },
            h('strong', {}, figure),
            way.distance === null ? null : h('span', {}, words.distance(way.distance)),
        );
    }

    #choices(page: Page): Node {
        return h(
            'div',
            { class: 'choices', role: 'group', 'aria-label': 'Other routes' },
            ...this.#ways.map((way, route) =>
                h(
                    'button',
                    { type: 'button', 'data-key': `way${route}`, 'aria-pressed': String(route === this.#chosen), onclick: () => this.choose(page, route) },
                    h('b', {}, words.duration(way.duration ?? 0)),
                    words.distance(way.distance ?? 0),
                ),
            ),
        );
    }
}

// Along the vertices of a map without roads; costs add up over the stops.
async function askPath(page: Page): Promise<RouteAnswer> {
    const vertices = page.vertices!;
    const ids = page.state.points.map((place) => vertices.nearest(place)!);
    const paths = [];

    for (let i = 0; i + 1 < ids.length; i++) paths.push(await page.client.path(ids[i], ids[i + 1], page.queryOptions()));
    const last = paths[paths.length - 1];
    const missing = paths.findIndex((path) => path.cost === null);
    const cost = missing < 0 ? paths.reduce((sum, path) => sum + path.cost!, 0) : null;

    return {
        ...last,
        solve_us: paths.reduce((sum, path) => sum + path.solve_us, 0),
        cost,
        duration: null,
        distance: null,
        ...(missing < 0 ? {} : { missing_leg: missing }),
        geometry: { type: 'LineString', coordinates: paths.flatMap((path) => vertices.line(path)) },
        legs: [],
        roads: [],
        stops: ids.map((id) => ({ location: vertices.places.get(id)!, distance: 0 })),
    };
}

function noWay(answer: RouteAnswer): Error {
    const leg = answer.missing_leg ?? 0;

    return new words.NoWay(`There is no route from ${words.letter(leg)} to ${words.letter(leg + 1)}.`);
}

// What roads are taken, where nobody says how to turn into them.
function roadList(roads: RouteAnswer['roads']): Node {
    return h(
        'ol',
        { class: 'steps' },
        ...roads.map((road) =>
            h(
                'li',
                {},
                h('span', { class: 'road' }, words.roadOf(road) || 'unnamed road'),
                h('span', { class: 'far' }, words.distance(road.distance)),
            ),
        ),
    );
}
