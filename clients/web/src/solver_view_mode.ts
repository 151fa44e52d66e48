// solver_view_mode: an animation of how a solver finds a route, and figures of several solvers.
import type { Place, SearchAnswer } from '../../js/relaxd.js';
import { h, icon, ICONS, segments } from './dom';
import { Latest } from '../../maplibre/latest.js';
import { boundsOf, collection, feature } from './line';
import type { ModeView, Page } from './mode';
import { Player } from './player';
import { makeFilm, reachedAt, type Film } from './solver_film';
import type { Bounds } from './world';
import * as words from './words';

const SPEEDS = [['0.5', '½×'], ['1', '1×'], ['2', '2×'], ['4', '4×']] as const;
const FRESH = 0.035; // of the film, that a point looks new
const MARGIN = 0.2;
const COMPARED = ['dijkstra', 'bidirectional', 'cch'];

export class SolverViewMode implements ModeView {
    readonly name = 'solver-view';
    readonly title = 'Solver view';
    readonly look = 'route';
    readonly least = 2;
    #page: Page | null = null;
    #films = new Map<string, Film | string>(); // by solver; or why there is none
    #shown: Film | null = null;
    #latest = new Latest();
    #others = new Latest();
    #asked = '';
    #player = new Player(() => this.#moved());
    #was: { playing: boolean; ended: boolean } = { playing: false, ended: false };

    offered(page: Page): boolean {
        return page.served.positions && solversOf(page).length > 0;
    }

    hint(page: Page): string {
        return page.state.points.length ? 'Now click where it ends.' : 'Click two places to see how solvers find the route between them.';
    }

    place(page: Page, place: Place): Place[] {
        const { points } = page.state;

        return points.length < 2 ? [...points, place] : [points[0], place];
    }

    ask(page: Page, done: boolean): void {
        if (!done) return;
        const { points } = page.state;
        if (points.length > 2) {
            page.update({ points: [points[0], points[points.length - 1]] });
            return;
        }
        const { map, profile, model } = page.queryOptions();
        const question = JSON.stringify([points, map, profile, model]);

        this.#page = page;
        if (question !== this.#asked) this.#films.clear();
        this.#asked = question;
        this.#watch(page, chosenOf(page));
    }

    controls(page: Page): Node[] {
        return page.state.points.length < 2 ? [] : [h('div', { class: 'solvers', role: 'group', 'aria-label': 'Solver' }, ...this.#rows(page))];
    }

    answer(page: Page): Node[] {
        const film = this.#shown;
        if (!film) return [];
        const { every, points } = film.answer;

        return [
            this.#stage(film),
            segments('Speed', SPEEDS, String(this.#player.speed) as '1', (speed) => {
                this.#player.speed = Number(speed);
                page.render();
            }),
            h('p', { class: 'remark' }, sidesOf(film), every > 1 ? ` This shows one point in ${every}, ${count(points)} in all.` : ''),
        ];
    }

    clear(page: Page): void {
        this.#latest.drop();
        this.#others.drop();
        this.#films.clear();
        this.#asked = '';
        this.#player.stop();
        this.#shown = null;
        page.view.solverLayer.show(NOTHING);
        page.view.draw('route');
    }

    // The space bar plays and stops.
    key(key: string): boolean {
        if (key !== ' ' || !this.#shown) return false;
        this.#player.toggle();
        return true;
    }

    // One solver's, then the others', for the figures beside them.
    #watch(page: Page, solver: string): void {
        const film = this.#films.get(solver);
        const began = performance.now();

        if (film && typeof film !== 'string') {
            this.#show(page, film);
            return;
        }
        this.#latest.ask(
            () => this.#askFor(page, solver),
            (answer) => {
                const made = makeFilm(answer, (performance.now() - began) * 1000);
                this.#films.set(solver, made);
                this.#show(page, made);
                page.reveal(widened(boundsOf(made.line)));
                this.#compare(page);
            },
            (error) => {
                this.clear(page);
                page.failed(error);
            },
        );
    }

    async #askFor(page: Page, solver: string): Promise<SearchAnswer> {
        const { map, profile, model } = page.queryOptions();
        const ends = page.state.points.map((place) => page.vertices?.nearest(place) ?? place) as [Place, Place];

        const answer = await page.client.search(ends[0], ends[1], { map, profile, model, solver });
        if (answer.cost === null) throw new words.NoWay('There is no route from A to B.');
        return answer;
    }

    #compare(page: Page): void {
        const began = performance.now();
        const missing = solversOf(page).find((name) => COMPARED.includes(name) && !this.#films.has(name));
        if (!missing) return;
        const keep = (film: Film | string) => {
            this.#films.set(missing, film);
            page.render();
            this.#compare(page);
        };

        this.#others.ask(
            () => this.#askFor(page, missing),
            (answer) => keep(answer.solver === missing ? makeFilm(answer, (performance.now() - began) * 1000) : (answer.note ?? 'cannot')),
            (error) => keep(words.errorWords(error).words),
        );
    }

    #show(page: Page, film: Film): void {
        this.#shown = film;
        page.answered(film.answer, film.us);
        page.view.solverLayer.fade = Math.max(1, film.phases * FRESH);
        page.view.solverLayer.show(film.points);
        page.view.draw('route');
        this.#player.load(film.phases);
        page.render();
    }

    // Figures and the slider move by themselves; the rest when it starts and stops.
    #moved(): void {
        const film = this.#shown;
        const { playing, ended, now } = this.#player;
        if (!film || !this.#page) return;

        this.#page.view.solverLayer.now = ended ? Infinity : now;
        this.#page.view.solverLayer.repaint();
        if (ended !== this.#was.ended) this.#page.view.draw('route', ended ? collection([feature(film.line)]) : undefined);
        if (playing !== this.#was.playing || ended !== this.#was.ended) {
            this.#was = { playing, ended };
            this.#page.render();
        }
        this.#tick(film);
    }

    #tick(film: Film): void {
        const slider = document.querySelector<HTMLInputElement>('#answer [data-key="time"]');
        const reached = document.querySelector('#answer .reached strong');
        const play = document.querySelector('#answer [data-key="play"]');

        if (slider) slider.value = String(this.#player.now);
        if (play) this.#label(play);
        if (reached) reached.textContent = count(reachedAt(film, this.#player.now));
    }

    #stage(film: Film): Node {
        const { now } = this.#player;
        const play = h('button', { type: 'button', class: 'play', 'data-key': 'play', onclick: () => this.#player.toggle() });

        this.#label(play);
        return h(
            'div',
            { class: 'stage' },
            h('p', { class: 'reached' }, h('strong', {}, count(reachedAt(film, now))), ` of ${count(film.before[film.phases])} vertices`),
            h(
                'div',
                { class: 'slider' },
                play,
                h('input', {
                    type: 'range',
                    min: 0,
                    max: film.phases,
                    step: 'any',
                    value: now,
                    'data-key': 'time',
                    'aria-label': 'Time',
                    oninput: (event) => this.#seek(Number((event.target as HTMLInputElement).value)),
                }),
            ),
        );
    }

    // What the button does now.
    #label(play: Element): void {
        const { playing, ended } = this.#player;
        const act = playing ? 'Pause' : ended ? 'Play again' : 'Play';

        if (play.getAttribute('aria-label') === act) return;
        play.setAttribute('aria-label', act);
        play.setAttribute('title', act);
        play.replaceChildren(icon(playing ? ICONS.pause : ended ? ICONS.again : ICONS.play));
    }

    #seek(now: number): void {
        this.#player.stop();
        this.#player.seek(now);
    }

    #rows(page: Page): Node[] {
        const names = solversOf(page);
        const films = [...this.#films.values()].filter((film): film is Film => typeof film !== 'string');
        const most = Math.max(1, ...films.map((film) => film.before[film.phases]));

        return names.map((name) => {
            const film = this.#films.get(name);
            const made = film && typeof film !== 'string' ? film : null;
            const button = h(
                'button',
                { type: 'button', 'data-key': `watch-${name}`, 'aria-pressed': String(name === chosenOf(page)), onclick: () => page.update({ watched: name }) },
                h('b', {}, name),
                h('span', { class: 'far' }, made ? `${count(made.before[made.phases])} in ${words.microseconds(made.answer.solve_us)}` : typeof film === 'string' ? film : ''),
            );
            // By orders of magnitude: thousands, hundreds, tens.
            const share = made ? Math.log1p(made.before[made.phases]) / Math.log1p(most) : 0;

            button.style.setProperty('--part', share.toFixed(3));
            return button;
        });
    }
}

// A search goes beyond the way that it finds.
function widened([west, south, east, north]: Bounds): Bounds {
    const [x, y] = [(east - west) * MARGIN, (north - south) * MARGIN];

    return [west - x, south - y, east + x, north + y];
}

const NOTHING = { places: new Float64Array(), times: new Float32Array(), sides: new Uint8Array() };

const count = (vertices: number) => vertices.toLocaleString('en').replace(/,/g, '\u202f');

// Those that show what they come to, on devices that are here and on this map.
function solversOf(page: Page): string[] {
    const here = (device: string) => page.status.devices.some((each) => each.in_use && each.name.startsWith(device));

    const takes = (capabilities: string[]) => !capabilities.includes('needs_order') || page.served.hierarchy !== null;

    return page.status.solvers
        .filter(({ capabilities, device }) => capabilities.includes('shows') && here(device) && takes(capabilities))
        .map(({ name }) => name);
}

function chosenOf(page: Page): string {
    const names = solversOf(page);

    return names.includes(page.state.watched) ? page.state.watched : names[0];
}

function sidesOf({ answer }: Film): string {
    const [ahead, back] = answer.reached;

    return back ? `${count(ahead)} forward from A, ${count(back)} backward from B, in ${answer.phases.length} phases.` : `All forward from A, in ${answer.phases.length} phases.`;
}
