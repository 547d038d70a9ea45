// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

/** An XRC_RECV queue pair, as its XRC domain knows it. */
public interface XrcReceiver {
    /** Takes note that a shared receive queue of the domain is closed. */
    void sharedQueueClosed(int number);
}
