// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Checks devices against the rules of real verbs: {@code rpcrdma conformance}.
 *
 * <p>The command classes are public, because the command line loads them with {@link java.util.ServiceLoader}.
 */
package org.rpcrdma.conformance;
