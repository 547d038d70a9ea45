// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Utilities for the arena's packages that the JDK lacks: padding, VarHandles of fields, combined failures, and a check
 * for stack space.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.arena.jvm;
