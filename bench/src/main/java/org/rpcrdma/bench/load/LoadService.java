// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import org.rpcrdma.transport.RpcService;

/** Answers the calls of a {@link Load}. */
public interface LoadService {
    /** Returns the service that receives the calls. */
    RpcService service();

    /** Returns the number of calls that arrived. */
    long calls();

    /** Returns the number of payload bytes that arrived. */
    long payloadBytes();

    /** Returns the number of corrupted messages and chunks. */
    long corruptions();
}
