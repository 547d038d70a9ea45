// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/** Counts the packets that a link has lost, corrupted, delayed or duplicated. */
public final class LinkCounters {
    public long lost;
    public long duplicated;
    public long reordered;
    public long corrupted;
    public long linkDown;
    public long tooLong;

    public LinkCounters() {}
}
