// usage: the types of clients/js and clients/maplibre as programs use them; compiled by
// a test, not run. What must not compile says so.
import type { Map as GlMap } from 'maplibre-gl';
import { Relaxd, RelaxdError, type Model, type NumberArray, type Place, type RouteAnswer, type TableAnswer } from '../../../clients/js/relaxd.js';
import { RelaxdIsochrone, RelaxdRoute } from '../../../clients/maplibre/relaxd-maplibre.js';

const relaxd = new Relaxd('http://127.0.0.1:5000', { token: 'secret', fetch });
const here: Place = [8.7, 49.4];
const there: Place = [8.68, 49.41];

export async function questions(signal: AbortSignal): Promise<void> {
    const route: RouteAnswer = await relaxd.route([here, 17, there], { steps: true, language: 'de', alternatives: 2, exclude: 'toll' }, { signal });
    const told: (string | undefined)[] = route.legs.flatMap((leg) => leg.steps?.map((step) => step.instruction) ?? []);
    const gpx: string = await relaxd.route([here, there], { format: 'gpx' });
    const { features } = await relaxd.route([here, there], { format: 'geojson' });
    const table: TableAnswer = await relaxd.table([here], [there], { metrics: ['duration'], pairs: [[0, 0]], max_duration: 600 });
    const array: NumberArray = await relaxd.tableArray([1, 2], [3], { limit: 100 });
    const { roads } = await relaxd.nearest(here, { number: 3, radius: 100 });
    const areas = await relaxd.isochrone([here, 17], { contours: [300, 600], metric: 'duration', depart_at: '2026-11-30T07:30' });
    const { cost, vertices } = await relaxd.path(1, 2, { paths: true, set: 'delta=1000' });
    const { answers } = await relaxd.paths([[1, 2]], { paths: false });
    const { labels } = await relaxd.tree(1, { limit: 1000 });
    const { phases } = await relaxd.search(here, there, { geometry: 'none' });
    const { count } = await relaxd.vertices({ map: 'country' });
    const lorry: Model = { vehicle: { height: 3.8 }, priority: [{ if: 'toll == ALL', multiply_by: 0.3 }], avoid: { classes: ['ferry'] } };
    const lorries = await relaxd.isochrone([here], { contours: [300], model: lorry });
    const osrm = await relaxd.osrmRoute([here, there], { overview: false });
    await relaxd.addRows('car/segments', [{ from: 1, to: 2, speed: 30 }], { ttl: 60 }, { key: 'once' });
    console.log(told, gpx, features, table.cells, array.shape, roads[0].way, areas.from, lorries.from, cost, vertices, answers, labels, phases, count, osrm.routes);
}

export async function mistakes(): Promise<void> {
    // @ts-expect-error no such size
    await relaxd.route([here, there], { model: { vehicle: { heigth: 3 } } });
    // @ts-expect-error no such metric
    await relaxd.table([here], [there], { metrics: ['time'] });
    // @ts-expect-error sources and targets are alike
    await relaxd.table([here], [3]);
    // @ts-expect-error which contours?
    await relaxd.isochrone([here], {});
    // @ts-expect-error a table in binary form has all cells
    await relaxd.tableArray([here], [there], { sparse: true });
    // @ts-expect-error text has no duration
    await relaxd.route([here, there], { format: 'gpx' }).then((text) => text.duration);
}

export function onMap(map: GlMap): () => void {
    const route = new RelaxdRoute(map, relaxd, { places: [here, there], question: { steps: true, alternatives: 2 }, clicks: false, colour: '#0a0', id: 'mine' });
    const areas = new RelaxdIsochrone(map, relaxd, { places: [here], contours: [60], colours: ['#00f'], question: { metric: 'distance' } });

    route.addEventListener('route', ({ detail: { answer, route: { legs }, done } }) => console.log(answer.solver, legs[0].steps?.[0].instruction, done));
    route.addEventListener('places', ({ detail: { places } }) => route.setPlaces([...places].reverse()));
    areas.addEventListener('isochrone', ({ detail: { answer } }) => console.log(answer.features.length));
    areas.addEventListener('error', ({ detail: { error } }) => console.log(wordsOf(error)));
    // @ts-expect-error an isochrone has no such event
    areas.addEventListener('route', () => undefined);
    route.setQuestion({ profile: 'foot' });
    route.choose(1);
    areas.ask();
    return () => route.remove();
}

export const wordsOf = (error: unknown): string => (error instanceof RelaxdError ? `${error.code} ${error.mend}` : String(error));
