// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/**
 * A time for which a link is down.
 *
 * @param from when it goes down.
 * @param to   when it comes up; {@link Long#MAX_VALUE} is never.
 */
public record Outage(long from, long to) {}
