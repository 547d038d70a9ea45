// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

/** Numbers the keys of a device, and finds them by their indexes. */
interface KeyDirectory {
    /**
     * Returns a number for a key that is {@link #put} next.
     *
     * @throws org.rpcrdma.verbs.VerbsException ENOMEM if all numbers are in use.
     */
    int take();

    /** Returns the key of an index, or null. */
    MemoryKey at(int index);

    void put(MemoryKey entry);

    void remove(MemoryKey entry);
}
