// relaxd-maplibre: routes and isochrones of relaxd on a MapLibre map, which follow the
// hand that drags their places. What it takes and gives stands in relaxd-maplibre.d.ts.
import { Latest } from './latest.js';
import { legAt } from './line.js';
import { Overlay } from './overlay.js';

const round = { 'line-cap': 'round', 'line-join': 'round' };
const [FIRST, BETWEEN, LAST] = ['#1a7f37', '#57606a', '#cf222e'];
const RINGS = ['#1f4fc4', '#3f7fe0', '#74aaf0', '#a9cdf8'];

const line = (id, paint, chosen) => ({ id, type: 'line', layout: round, paint, filter: ['==', ['get', 'chosen'], chosen] });

const routeLayers = (colour) => ({
    lines: [
        line('alternatives', { 'line-color': colour, 'line-width': 5, 'line-opacity': 0.35 }, false),
        line('casing', { 'line-color': '#ffffff', 'line-width': 9 }, true),
        line('line', { 'line-color': colour, 'line-width': 5 }, true),
    ],
});

const ringLayers = {
    areas: [
        { id: 'areas', type: 'fill', filter: ['==', ['geometry-type'], 'Polygon'], paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.22 } },
        { id: 'outlines', type: 'line', layout: round, paint: { 'line-color': ['get', 'colour'], 'line-width': 1.6 } },
    ],
};

// Places on a map, and a question about them that is asked again when one is moved.
class Places extends EventTarget {
    _latest = new Latest();
    _places = [];
    _question;

    constructor(map, question, id, layers) {
        super();
        this._question = question;
        this._overlay = new Overlay(map, id, layers, {
            moved: (index, place, done) => this._change(this._places.map((other, i) => (i === index ? place : other)), done),
            removed: (index) => this._change(this._places.filter((_, i) => i !== index), true),
            clicked: (event) => this._clicked(event),
            grabbed: (event) => this._grabbed(event),
        });
    }

    get places() {
        return this._places.map((place) => [...place]);
    }

    setPlaces(places) {
        this._change(places.map(([lon, lat]) => [lon, lat]), true);
    }

    setQuestion(question) {
        this._question = question;
        this.ask();
    }

    ask() {
        this._ask(true);
    }

    remove() {
        this._latest.drop();
        this._overlay.remove();
    }

    _change(places, done) {
        this._places = places;
        this._overlay.drawStops(places, this._stopColours(places.length));
        this._tell('places', { places: this.places, done });
        this._ask(done);
    }

    _tell(type, detail) {
        this.dispatchEvent(new CustomEvent(type, { detail }));
    }

    _failed(error) {
        this._clear();
        this._tell('error', { error });
    }

    _grabbed() {
        return null;
    }
}

export class RelaxdRoute extends Places {
    #relaxd;
    #clicks;
    #answer = null;
    #chosen = 0;

    constructor(map, relaxd, { places = [], question = {}, clicks = true, colour = '#1f4fc4', id = 'relaxd-route' } = {}) {
        super(map, question, id, routeLayers(colour));
        this.#relaxd = relaxd;
        this.#clicks = clicks;
        for (const layer of ['alternatives', 'line']) this._overlay.points(layer);
        if (places.length) this.setPlaces(places);
    }

    get answer() {
        return this.#answer;
    }

    choose(index) {
        this.#chosen = index;
        this.#show(true);
    }

    // A hand that moves wants the line at once, and the rest when it is done.
    _ask(done) {
        const { steps, alternatives, ...quick } = this._question;
        const question = { nodes: false, ...(done ? this._question : quick), geometry: 'geojson', format: 'json' };
        const places = this._places;

        if (places.length < 2) {
            this._latest.drop();
            return this._clear();
        }
        if (places.length > 2) delete question.alternatives;
        this._latest.ask(
            (signal) => this.#relaxd.route(places, question, { signal }),
            (answer) => {
                this.#answer = answer;
                this.#chosen = 0;
                this.#show(done);
            },
            (error) => this._failed(error),
            done,
        );
    }

    _stopColours(count) {
        return [FIRST, ...Array(Math.max(0, count - 2)).fill(BETWEEN), LAST];
    }

    get #routes() {
        return this.#answer ? [this.#answer, ...(this.#answer.alternatives ?? [])] : [];
    }

    #show(done) {
        const route = this.#routes[this.#chosen];

        this._overlay.draw('lines', this.#routes.flatMap(({ geometry }, index) => (geometry ? [{ type: 'Feature', properties: { index, chosen: index === this.#chosen }, geometry }] : [])));
        this._tell('route', { answer: this.#answer, route, done });
    }

    _clear() {
        this.#answer = null;
        this._overlay.draw('lines', []);
    }

    _clicked(event) {
        const other = this._overlay.has(event, 'alternatives');
        const { lng, lat } = event.lngLat.wrap();

        if (this._overlay.has(event, 'line')) return;
        if (other) this.choose(other.properties.index);
        else if (this.#clicks) this._change([...this._places, [lng, lat]], true);
    }

    // A place is put into the leg that the hand takes hold of.
    _grabbed(event) {
        if (!this._overlay.has(event, 'line')) return null;
        const { lng, lat } = event.lngLat.wrap();
        const stops = this.#answer.stops.map(({ location }) => location);
        const index = legAt(this.#routes[this.#chosen].geometry.coordinates, stops, [lng, lat]) + 1;

        return () => {
            this._places = [...this._places.slice(0, index), [lng, lat], ...this._places.slice(index)];
            return index;
        };
    }
}

export class RelaxdIsochrone extends Places {
    #relaxd;
    #clicks;
    #colours;

    constructor(map, relaxd, { places = [], question = {}, contours = [300, 600, 900], clicks = true, colours = RINGS, id = 'relaxd-isochrone' } = {}) {
        super(map, { contours, ...question }, id, ringLayers);
        this.#relaxd = relaxd;
        this.#clicks = clicks;
        this.#colours = colours;
        if (places.length) this.setPlaces(places);
    }

    _ask(done) {
        const [places, question] = [this._places, this._question];

        if (!places.length) {
            this._latest.drop();
            return this._clear();
        }
        this._latest.ask(
            (signal) => this.#relaxd.isochrone(places, question, { signal }),
            (answer) => {
                this._overlay.draw('areas', this.#coloured(answer.features));
                this._tell('isochrone', { answer, done });
            },
            (error) => this._failed(error),
            done,
        );
    }

    _stopColours(count) {
        return Array(count).fill(this.#colours[0]);
    }

    // The largest comes first, and has the last colour.
    #coloured(features) {
        const last = features.length - 1;
        const colour = (index) => this.#colours[Math.min(last - index, this.#colours.length - 1)];

        return features.map((feature, index) => ({ ...feature, properties: { ...feature.properties, colour: colour(index) } }));
    }

    _clear() {
        this._overlay.draw('areas', []);
    }

    _clicked(event) {
        const { lng, lat } = event.lngLat.wrap();

        if (this.#clicks) this._change([...this._places.slice(0, -1), [lng, lat]], true);
    }
}
