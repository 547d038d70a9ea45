// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.verbs.Gid;

/** Sees the completions of all devices, while it is on. */
public interface CompletionListener {
    /** Returns true if completions are to be reported now. */
    boolean isOn();

    /** Reports a completion that was added to a queue of the device with an address. */
    void completed(Gid host, CompletionEntry entry);
}
