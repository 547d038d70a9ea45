// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method as a row. It must be a static method of an area's class, accept a {@link Testbed}, and return normally
 * if the rule holds. {@code conformance/rules.txt} contains the rules' texts, by id.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Rule {
    /**
     * Returns the row's id.
     *
     * @return the id, for example {@code MR-01}.
     */
    String id();

    /**
     * Returns the rule's source.
     *
     * @return the name of a test, a man page, a source file or a specification.
     */
    String source();
}
