// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

/** Assigns a device's keys, and looks them up by index. */
interface KeyDirectory {
    /**
     * Assigns a key. The caller must then {@link #put} an entry with this key.
     *
     * @throws org.rpcrdma.verbs.VerbsException ENOMEM if all keys are in use.
     */
    int take();

    /** Returns the entry at an index, or null if the index is unused. */
    MemoryKey at(int index);

    void put(MemoryKey entry);

    void remove(MemoryKey entry);
}
