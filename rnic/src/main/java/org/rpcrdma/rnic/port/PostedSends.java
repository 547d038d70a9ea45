// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

/** A chain of send requests that is posted. */
public interface PostedSends {
    /** Returns the number of requests. */
    int size();

    /** Returns the bytes of all requests. */
    long bytes();
}
