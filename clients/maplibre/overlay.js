// overlay: sources and layers on a map that is another's, with places one can drag.
import { drag, grabs, under } from './hand.js';

const collection = (features) => ({ type: 'FeatureCollection', features });

const point = (coordinates, properties) => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates } });

export class Overlay {
    #layers;
    #features = {};
    #listening = [];

    // `layers`, by the source that each draws; the last is on top. `host` hears what hands
    // do: moved(index, place, done), removed(index), clicked(event), and grabbed(event),
    // which gives what inserts a place where something else is held, and its index.
    constructor(map, id, layers, host) {
        this.map = map;
        this.id = id;
        this.#layers = { ...layers, stops: [stopLayer] };
        this.listen('styledata', () => this.#add());
        for (const press of ['mousedown', 'touchstart']) this.listen(press, (event) => this.#grab(event, host));
        this.listen('click', (event) => this.has(event, 'stops') || event.defaultPrevented || host.clicked(event));
        this.listen('contextmenu', (event) => {
            const stop = this.has(event, 'stops');
            if (stop) host.removed(stop.properties.index);
        });
        this.points('stops');
        if (map.getStyle()) this.#add();
    }

    listen(...given) {
        this.map.on(...given);
        this.#listening.push(given);
    }

    // The feature of a layer under the hand.
    has(event, layer) {
        return under(this.map, event, `${this.id}-${layer}`);
    }

    // Says by the cursor that one can take hold of a layer.
    points(layer) {
        const canvas = this.map.getCanvas();

        this.listen('mouseenter', `${this.id}-${layer}`, () => (canvas.style.cursor = 'pointer'));
        this.listen('mouseleave', `${this.id}-${layer}`, () => (canvas.style.cursor = ''));
    }

    draw(name, features) {
        this.#features[name] = features;
        this.map.getSource(`${this.id}-${name}`)?.setData(collection(features));
    }

    // Each with its index, and the colour that it has.
    drawStops(places, colours) {
        this.draw('stops', places.map((place, index) => point(place, { index, colour: colours[index] })));
    }

    remove() {
        for (const given of this.#listening) this.map.off(...given);
        this.map.getCanvas().style.cursor = '';
        for (const [name, layers] of Object.entries(this.#layers)) {
            for (const layer of layers) if (this.map.getLayer(`${this.id}-${layer.id}`)) this.map.removeLayer(`${this.id}-${layer.id}`);
            if (this.map.getSource(`${this.id}-${name}`)) this.map.removeSource(`${this.id}-${name}`);
        }
    }

    // A new style comes without them.
    #add() {
        for (const [name, layers] of Object.entries(this.#layers)) {
            const source = `${this.id}-${name}`;
            if (this.map.getSource(source)) continue;
            this.map.addSource(source, { type: 'geojson', data: collection(this.#features[name] ?? []) });
            for (const layer of layers) this.map.addLayer({ ...layer, id: `${this.id}-${layer.id}`, source });
        }
    }

    #grab(event, host) {
        if (!grabs(this.map, event)) return;
        const index = this.has(event, 'stops')?.properties.index ?? -1;
        const insert = index < 0 ? host.grabbed(event) : null;
        let held = index;

        if (index < 0 && !insert) return;
        drag(this.map, event, (place, done) => {
            if (held < 0) held = insert();
            host.moved(held, place, done);
        });
    }
}

const stopLayer = {
    id: 'stops',
    type: 'circle',
    paint: {
        'circle-radius': 8,
        'circle-color': ['get', 'colour'],
        'circle-stroke-width': 3,
        'circle-stroke-color': '#ffffff',
    },
};
