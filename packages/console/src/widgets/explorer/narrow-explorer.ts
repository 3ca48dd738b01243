/** Windows in which the tree of services leaves its room to the pane beside it. */
export const narrowExplorer = '(width < 1180px)'
