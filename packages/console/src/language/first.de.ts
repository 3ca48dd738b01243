/** German texts of the pages before sign-in, each loaded together with its English ones. */
export const first = import.meta.glob<Readonly<Record<string, unknown>>>(
  [
    '../{app,confirm,instance,notifications,ui,words}/messages.de.ts',
    '../features/{login,register,user-invite}/**/messages.de.ts',
  ],
  { import: 'translation' },
)
