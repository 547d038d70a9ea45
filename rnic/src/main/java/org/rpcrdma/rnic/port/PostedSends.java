// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

/** A posted chain of send requests. */
public interface PostedSends {
    /** Returns the number of requests. */
    int size();

    /** Returns the total length of all requests, in bytes. */
    long bytes();
}
