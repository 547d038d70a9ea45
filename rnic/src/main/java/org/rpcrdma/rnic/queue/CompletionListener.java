// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.verbs.Gid;

/** Receives reports of all devices' completions while it is enabled. */
public interface CompletionListener {
    /** Returns true if completions should be reported. */
    boolean isOn();

    /** Called when a completion has been added to a queue of the device with the given address. */
    void completed(Gid host, CompletionEntry entry);
}
