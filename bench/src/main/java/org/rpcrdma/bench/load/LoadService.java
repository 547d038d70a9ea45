// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import org.rpcrdma.transport.RpcService;

/** Answers the calls of a {@link Load}. */
public interface LoadService {
    /** Takes them. */
    RpcService service();

    /** Returns the calls that arrived. */
    long calls();

    /** Returns the bytes of payload that arrived. */
    long payloadBytes();

    /** Returns the messages and chunks that arrived with other bytes than were sent. */
    long corruptions();
}
