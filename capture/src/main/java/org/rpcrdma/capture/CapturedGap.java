// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * A gap in the capture: one end sent requests, before those reported next, that are missing. Immutable.
 *
 * @param connection its number, as in {@link CapturedMessage#connection()}.
 * @param side the end, as in {@link CapturedMessage#side()}.
 */
public record CapturedGap(int connection, int side) {}
