import { configure } from '@testing-library/react'

// The first page of a file waits until its code is read, which takes long on a busy machine.
configure({ asyncUtilTimeout: 60_000 })
