// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Checks devices against the rules of real verbs: {@code rpcrdma conformance}.
 *
 * <p>Its command classes are public for the command line, which finds them as services.
 */
package org.rpcrdma.conformance;
