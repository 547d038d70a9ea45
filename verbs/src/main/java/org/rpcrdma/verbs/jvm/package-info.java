// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Parts that implementations of pools, arenas and devices need from the JVM: access to native memory, beans,
 * times that other threads set.
 *
 * <p>Internal: exported to this project's modules only. It knows nothing of verbs.
 */
package org.rpcrdma.verbs.jvm;
