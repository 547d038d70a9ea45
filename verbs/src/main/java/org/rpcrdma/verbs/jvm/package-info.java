// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * JVM support for implementations of pools, arenas and devices: access to native memory, MXBeans, and timers that other
 * threads set.
 *
 * <p>Internal: exported only to this project's modules. Independent of verbs.
 */
package org.rpcrdma.verbs.jvm;
