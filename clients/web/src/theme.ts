// theme: light or dark, as the system has it until one says otherwise.
import { icon, ICONS } from './dom';
import type { Theme } from './style';

const KEY = 'relaxd-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

function kept(): Theme | null {
    try {
        const theme = localStorage.getItem(KEY);
        return theme === 'light' || theme === 'dark' ? theme : null;
    } catch {
        return null; // no storage: the system's alone
    }
}

function keep(theme: Theme): void {
    try {
        // What the system says anyway need not be remembered.
        if (theme === (dark.matches ? 'dark' : 'light')) localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, theme);
    } catch {
        return;
    }
}

export const currentTheme = (): Theme => kept() ?? (dark.matches ? 'dark' : 'light');

// Calls back at each change; `button` changes it.
export function followTheme(button: HTMLElement, changed: (theme: Theme) => void): void {
    let theme = currentTheme();
    const show = () => {
        document.documentElement.dataset.theme = theme;
        button.replaceChildren(icon(theme === 'dark' ? ICONS.sun : ICONS.theme));
        button.setAttribute('aria-label', theme === 'dark' ? 'Light' : 'Dark');
        button.title = theme === 'dark' ? 'Light' : 'Dark';
    };
    const set = (next: Theme) => {
        theme = next;
        show();
        changed(theme);
    };

    show();
    button.addEventListener('click', () => {
        set(theme === 'dark' ? 'light' : 'dark');
        keep(theme);
    });
    dark.addEventListener('change', () => {
        if (!kept()) set(dark.matches ? 'dark' : 'light');
    });
}
