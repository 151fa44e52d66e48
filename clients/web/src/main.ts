// The page of relaxd: a map, and what one can ask of it.
import { Relaxd } from '../../js/relaxd.js';
import { App } from './app';
import { h, icon } from './dom';
import { whenThere } from './presence';
import { currentTheme, followTheme } from './theme';
import { errorWords } from './words';

const FOLD = 'M5.500 12.500l4.500-4.500l4.500 4.500';

// Folded, the panel leaves a phone's screen to the map.
function followFold(): void {
    const button = document.getElementById('fold')!;

    button.append(icon(FOLD));
    button.addEventListener('click', () => {
        const folded = document.body.classList.toggle('folded');
        button.setAttribute('aria-expanded', String(!folded));
    });
}

function complain(error: unknown): void {
    const { words, more } = errorWords(error);

    document.getElementById('notice')!.replaceChildren(h('p', { class: 'error' }, h('b', {}, words), h('span', {}, more)));
}

async function start(): Promise<void> {
    let app: App | undefined;

    followTheme(document.getElementById('theme')!, (theme) => app?.view.setTheme(theme));
    followFold();
    try {
        // Labels are drawn once, in the font that is there then.
        const [status] = await Promise.all([whenThere(new Relaxd(), complain), document.fonts.load('400 16px Inter').catch(() => [])]);
        app = new App(status, currentTheme());
        Object.assign(window, { relaxdPage: app }); // for the console
        await app.start();
    } catch (error) {
        complain(error);
        throw error;
    }
}

void start();
