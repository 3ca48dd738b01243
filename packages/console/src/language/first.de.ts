/** The German texts of what is there before anybody has signed in, each fetched when its English ones are. */
export const first = import.meta.glob<Readonly<Record<string, unknown>>>(
  [
    '../{app,confirm,instance,notifications,ui}/messages.de.ts',
    '../features/{login,register,user-invite}/**/messages.de.ts',
  ],
  { import: 'translation' },
)
