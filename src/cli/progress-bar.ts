const BAR_WIDTH = 30;

/** One line on standard error, drawn again when a whole percent has passed or it is about something else. */
export function progressBar(): { show(done: number, total: number, about: string, words?: string): void; end(): void } {
  let shown = '';
  return {
    show(done, total, about, words = about) {
      const percent = Math.floor((done / Math.max(total, 1)) * 100);
      if (`${about} ${percent}` === shown) return;
      shown = `${about} ${percent}`;
      const filled = Math.round((percent / 100) * BAR_WIDTH);
      process.stderr.write(`\r\x1b[K[${'█'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${percent} %, ${words}`);
    },
    end() {
      if (shown !== '') process.stderr.write('\n');
    },
  };
}
