// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/** Counts what happened to the packets of a link. */
final class LinkCounters {
    long lost;
    long duplicated;
    long reordered;
    long corrupted;
    long linkDown;
    long tooLong;

    LinkCounters() {}
}
