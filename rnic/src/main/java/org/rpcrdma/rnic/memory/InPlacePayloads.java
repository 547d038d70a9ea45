// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

/** The payloads of packets on the link that are still in the sender's memory. This saves one copy per payload. */
public interface InPlacePayloads {
    /** Copies the payloads into their packets. Call this before the memory may change. */
    void detachPayloads();
}
