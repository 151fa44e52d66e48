// isochrone_mode: the areas that can be reached within some minutes or kilometres.
import type { IsochroneAnswer, MapOptions, Place } from '../../js/relaxd.js';
import { h, segments } from './dom';
import { Latest } from '../../maplibre/latest.js';
import { boundsOf } from './line';
import type { ModeView, Page } from './mode';
import { PALETTES } from './style';

const RINGS = 3; // and the slider's step, so that each is a whole number

export class IsochroneMode implements ModeView {
    readonly name = 'isochrone';
    readonly title = 'Isochrone';
    readonly look = 'plain';
    readonly least = 1;
    #shown: number[] = [];
    #latest = new Latest();

    offered(page: Page): boolean {
        return page.served.profile !== null;
    }

    hint(): string {
        return 'Click on the map to see how far you get from there.';
    }

    // One place, which a click moves; "Add" makes them more.
    place(page: Page, place: Place): Place[] {
        return [...page.state.points.slice(0, -1), place];
    }

    ask(page: Page, done: boolean): void {
        const { state } = page;
        const contours = ringsOf(state.metric === 'duration' ? state.minutes * 60 : state.kilometres * 1000);
        const began = performance.now();

        this.#latest.ask(
            () =>
                page.client.isochrone(state.points, {
                    ...withoutSolver(page),
                    contours,
                    metric: state.metric,
                    direction: state.towards ? 'arrive' : 'depart',
                    polygons: true,
                }),
            (answer) => {
                page.answered(answer, (performance.now() - began) * 1000);
                this.#shown = contours;
                const areas = ranked(answer, contours);
                page.view.draw('isochrone', areas);
                if (done) page.reveal(boundsOf(placesOf(areas)));
                page.render();
            },
            (error) => {
                this.clear(page);
                page.failed(error);
            },
        );
    }

    controls(page: Page): Node[] {
        const { state } = page;

        return [
            h(
                'div',
                { class: 'settings' },
                segments('Measure', [['duration', 'Time'], ['distance', 'Distance']] as const, state.metric, (metric) => page.update({ metric })),
                segments('Direction', [['from', 'From here'], ['to', 'To here']] as const, state.towards ? 'to' : 'from', (way) =>
                    page.update({ towards: way === 'to' }),
                ),
            ),
            this.#slider(page),
        ];
    }

    answer(page: Page): Node[] {
        if (!this.#shown.length) return [];
        const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
        const unit = page.state.metric === 'duration' ? 60 : 1000;

        return [
            h(
                'ul',
                { class: 'legend', 'aria-label': 'Rings' },
                ...this.#shown.map((contour, rank) => {
                    const key = h('i');
                    key.style.background = PALETTES[theme].rings[rank];
                    return h('li', {}, key, Number((contour / unit).toFixed(1)).toString());
                }),
                h('li', { class: 'unit' }, page.state.metric === 'duration' ? 'min' : 'km'),
            ),
        ];
    }

    clear(page: Page): void {
        this.#latest.drop();
        this.#shown = [];
        page.view.draw('isochrone');
    }

    #slider(page: Page): Node {
        const { metric, minutes, kilometres } = page.state;
        const timed = metric === 'duration';
        const value = timed ? minutes : kilometres;

        return h(
            'label',
            { class: 'slider' },
            h('span', {}, 'Up to'),
            h('input', {
                type: 'range',
                min: RINGS,
                max: timed ? 60 : 30,
                step: RINGS,
                value,
                'data-key': 'isochrone',
                'aria-label': timed ? 'Minutes' : 'Kilometres',
                oninput: (event) => {
                    const chosen = Number((event.target as HTMLInputElement).value);
                    page.update(timed ? { minutes: chosen } : { kilometres: chosen });
                },
            }),
            h('output', {}, `${value} ${timed ? 'min' : 'km'}`),
        );
    }
}

const ringsOf = (most: number) => Array.from({ length: RINGS }, (_, i) => Math.round((most * (i + 1)) / RINGS));

function withoutSolver(page: Page): MapOptions {
    const { map, profile, model } = page.queryOptions();

    return { map, profile, model };
}

// All corners, however deep the geometries are nested.
function placesOf(areas: GeoJSON.FeatureCollection): Place[] {
    const dig = (value: unknown): Place[] =>
        Array.isArray(value) ? (typeof value[0] === 'number' ? [value as unknown as Place] : value.flatMap(dig)) : [];

    return areas.features.flatMap(({ geometry }) => ('coordinates' in geometry ? dig(geometry.coordinates) : []));
}

// Outermost first, so that inner ones are drawn over them.
function ranked(answer: IsochroneAnswer, contours: number[]): GeoJSON.FeatureCollection {
    const rankOf = (properties: Record<string, unknown>) => {
        const value = Number(properties.contour ?? properties.value ?? properties.limit);
        return Math.max(0, contours.findIndex((contour) => Math.abs(contour - value) < 1));
    };
    const features = answer.features.map((each) => ({ ...each, properties: { ...each.properties, rank: rankOf(each.properties) } }));

    features.sort((one, other) => other.properties.rank - one.properties.rank);
    return { type: 'FeatureCollection', features: features as unknown as GeoJSON.Feature[] };
}
