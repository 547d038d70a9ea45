// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

/**
 * The payloads of packets on the link that still lie in the memory they were sent from, so that they are copied once.
 */
public interface InPlacePayloads {
    /** Copies the payloads into their packets, because the memory may change from now on. */
    void detachPayloads();
}
