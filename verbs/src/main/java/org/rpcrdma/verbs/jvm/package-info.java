// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Parts that implementations of pools, arenas and devices need from the JVM: padding and handles of fields,
 * failures that ride on each other. Knows nothing of verbs.
 *
 * @since 0.1.0
 */
package org.rpcrdma.verbs.jvm;
