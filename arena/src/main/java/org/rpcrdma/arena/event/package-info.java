// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the JDK Flight Recorder events of an arena. Independent of the arena's classes. For
 * {@code org.rpcrdma.arena} only.
 */
package org.rpcrdma.arena.event;
