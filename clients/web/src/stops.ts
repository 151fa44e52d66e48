// stops: the places on the map that one can take hold of.
//
// Each is a button: arrows move it, Delete removes it, a pointer drags it.
import maplibregl from 'maplibre-gl/dist/maplibre-gl-csp';
import type { Map as GlMap, Marker } from 'maplibre-gl';
import type { Place } from '../../js/relaxd.js';
import { h } from './dom';
import { letter } from './words';

export interface StopsHost {
    moved(index: number, place: Place, done: boolean): void;
    removed(index: number): void;
}

const STEP_PIXELS = 8;
const ARROWS: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

export type Look = 'route' | 'plain';

export class Stops {
    #markers: Marker[] = [];

    constructor(
        private readonly map: GlMap,
        private readonly host: StopsHost,
    ) {}

    show(points: readonly Place[], look: Look): void {
        while (this.#markers.length > points.length) this.#markers.pop()!.remove();
        points.forEach(([lon, lat], index) => {
            const marker = this.#markers[index] ?? this.#create(index, [lon, lat]);
            marker.setLngLat([lon, lat]);
            this.#label(marker, index, points.length, look);
        });
    }

    // The pointer that is down takes hold of it.
    element(index: number): HTMLElement | undefined {
        return this.#markers[index]?.getElement();
    }

    #create(index: number, place: [number, number]): Marker {
        const element = h('button', { type: 'button', class: 'stop' }, h('span'));
        const marker = new maplibregl.Marker({ element, draggable: true, anchor: 'center' });

        marker.setLngLat(place).addTo(this.map);
        marker.on('dragstart', () => element.classList.add('held'));
        marker.on('drag', () => this.host.moved(index, this.#place(marker), false));
        marker.on('dragend', () => {
            element.classList.remove('held');
            this.host.moved(index, this.#place(marker), true);
        });
        element.addEventListener('click', (event) => event.stopPropagation());
        element.addEventListener('keydown', (event) => this.#key(event, index, marker));
        this.#markers[index] = marker;
        return marker;
    }

    #label(marker: Marker, index: number, count: number, look: Look): void {
        const element = marker.getElement();
        const role = look === 'plain' ? 'plain' : index === 0 ? 'first' : index === count - 1 ? 'last' : 'via';

        element.dataset.role = count === 1 && look === 'route' ? 'first' : role;
        element.firstElementChild!.textContent = letter(index);
        element.setAttribute('aria-label', `Place ${letter(index)}. Arrows move it, Delete removes it.`);
    }

    #place(marker: Marker): Place {
        const { lng, lat } = marker.getLngLat().wrap();

        return [lng, lat];
    }

    #key(event: KeyboardEvent, index: number, marker: Marker): void {
        const arrow = ARROWS[event.key];

        if (event.key === 'Delete' || event.key === 'Backspace') {
            this.host.removed(index);
        } else if (arrow) {
            const step = STEP_PIXELS * (event.shiftKey ? 5 : 1);
            const at = this.map.project(marker.getLngLat());
            const { lng, lat } = this.map.unproject([at.x + arrow[0] * step, at.y + arrow[1] * step]).wrap();
            this.host.moved(index, [lng, lat], true);
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }
}
